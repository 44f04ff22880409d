/** The most characters of a part that are searched. */
const LONGEST = 1500

/** What the search of the help looks through: one entry for each heading, with the text below it. */
export function partsOf(html, page, title) {
  const headings = [...html.matchAll(/<h([1-3]) id="([^"]+)">(.+?)<\/h\1>/g)]
  return headings.map((heading, index) => {
    const [whole, depth, id, words] = heading
    const below = html.slice(heading.index + whole.length, headings[index + 1]?.index)
    return {
      page: depth === '1' ? page : `${page}#${id}`,
      title,
      heading: plain(words),
      text: plain(below).slice(0, LONGEST),
    }
  })
}

const SIGNS = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

const plain = (html) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => SIGNS[sign])
    .replace(/\s+/g, ' ')
    .trim()
