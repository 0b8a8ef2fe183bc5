import type { Scene } from '../messages';

/** The same value for the same scene, so that views can tell that nothing has changed. */
export function perScene<S extends Scene, Value>(make: (scene: S) => Value): (scene: S) => Value {
  const known = new WeakMap<S, { value: Value }>();
  return (scene) => {
    let found = known.get(scene);
    if (!found) {
      found = { value: make(scene) };
      known.set(scene, found);
    }
    return found.value;
  };
}
