/** @file The script of embed/NAME.html: the widget with the settings of the address, and its height for the page around. */
export {};

const element = document.querySelector('[data-embedded]');
// Elements ignore attributes that they don't know, and say what is wrong with the others.
for (const [name, value] of new URLSearchParams(location.search)) {
  if (/^[a-z][a-z-]*$/.test(name) && !/^(on|style$|class$|id$|slot$)/.test(name)) element?.setAttribute(name, value);
}

let told = -1;
const tell = (): void => {
  // Of the content, which does not depend on the frame's height: nothing can grow without end.
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (height === told) return;
  told = height;
  if (parent !== window) parent.postMessage({ type: 'normlab-height', height }, '*');
};
new ResizeObserver(tell).observe(document.body);
tell();
