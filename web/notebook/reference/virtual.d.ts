declare module 'virtual:normlab-reference' {
  const reference: import('./reference.js').Reference;
  export default reference;
}
