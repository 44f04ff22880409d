/** Two tabs that add a step each must not call them the same. */
export const newStepId = (): string =>
  `t${[...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('')}`
