/** What proxies that compress add to a tag: Caddy and Apache the coding, nginx that it is weak. */
const OF_PROXIES = /^W\/|-(?:gzip|zstd|br|deflate)(?="$)/g

/** The tags of an If-Match or If-None-Match header (RFC 9110 §13.1), as this server gave them. */
export const entityTags = (header: string): readonly string[] =>
  header.split(',').map((tag) => tag.trim().replace(OF_PROXIES, ''))
