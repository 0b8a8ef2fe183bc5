/* <stonefield-board game="ID"></stonefield-board>: a board of this server within a page of another site.
   Attributes: game, study, puzzle (an id) or position (its text); ply, theme (light, dark), lang, play. */
(() => {
  const origin = new URL(document.currentScript.src).origin;
  const PATHS = { game: 'g', study: 'study', puzzle: 'puzzles' };

  class StonefieldBoard extends HTMLElement {
    static observedAttributes = ['game', 'study', 'puzzle', 'position', 'ply', 'theme', 'lang', 'play'];

    connectedCallback() {
      if (this.frame) return;
      this.frame = document.createElement('iframe');
      this.frame.loading = 'lazy';
      this.frame.title = 'Stonefield';
      this.frame.allowFullscreen = true;
      this.frame.style.cssText = 'border:0;width:100%;height:100%';
      if (!this.style.display) this.style.display = 'block';
      if (!this.style.aspectRatio && !this.style.height) this.style.aspectRatio = '4 / 3';
      this.show();
      this.append(this.frame);
    }

    attributeChangedCallback() {
      if (this.frame) this.show();
    }

    show() {
      const address = this.address();
      if (this.frame.src !== address) this.frame.src = address;
    }

    address() {
      const query = new URLSearchParams();
      for (const name of ['theme', 'lang', 'play'])
        if (this.hasAttribute(name)) query.set(name, this.getAttribute(name));
      const kind = Object.keys(PATHS).find((name) => this.hasAttribute(name));
      const path = kind ? `${PATHS[kind]}/${encodeURIComponent(this.getAttribute(kind))}` : 'position';
      const rest = kind ? this.getAttribute('ply') : this.getAttribute('position');
      const text = query.size ? `?${query}` : '';
      return `${origin}/embed/${path}${text}${rest ? `#${encodeURIComponent(rest)}` : ''}`;
    }
  }
  customElements.define('stonefield-board', StonefieldBoard);
})();
