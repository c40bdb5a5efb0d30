// WebAssembly comes compiled: a worker can't compile it from bytes.

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
