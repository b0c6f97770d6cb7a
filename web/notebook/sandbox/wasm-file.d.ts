declare module 'normlab-wasm-file' {
  const url: string;
  export default url;
}
