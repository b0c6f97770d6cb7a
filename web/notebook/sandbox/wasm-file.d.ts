declare module 'normlab-digits-file' {
  const url: string;
  export default url;
}

declare module 'normlab-wasm-file' {
  const url: string;
  export default url;
}
