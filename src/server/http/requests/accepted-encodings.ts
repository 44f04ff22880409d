/** Reads an Accept-Encoding header (RFC 9110 §12.5.3): whether the client accepts a content coding. */
export function acceptedEncodings(header: string): (encoding: string) => boolean {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    if (name !== '') weights.set(name, Number(weight))
  }
  return (encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0
}
