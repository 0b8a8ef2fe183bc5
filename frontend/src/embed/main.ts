/** The board by itself, in a frame on another site: `/embed/g/ID`, `/embed/study/ID`, `/embed/puzzles/ID` or `/embed/position#TEXT`. */

import { mount } from 'svelte';
import '../app.css';
import '../classes.css';
import Embed from './Embed.svelte';
import { wishesOf } from './wishes';

const target = document.getElementById('app');
if (target)
  mount(Embed, { target, props: { wishes: wishesOf(new URL(location.href), navigator.languages) } });
