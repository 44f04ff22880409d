/** Fills a row's path and adds the query; undefined values are left out. */
export function urlOf(
  baseUrl: string,
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return baseUrl + filled + (asked.length > 0 ? `?${new URLSearchParams(asked)}` : '')
}
