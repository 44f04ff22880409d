export function clientPackages(): Readonly<Record<string, { readonly version: string; readonly license?: string }>>
export function writeLicences(file: string): void
