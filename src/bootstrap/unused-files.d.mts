/** @param path of a file or folder inside `node_modules` */
export function isUnused(path: string): boolean
