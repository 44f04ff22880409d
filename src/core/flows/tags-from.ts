/** Tags as they are typed, with commas between them: each once, whatever its case. */
export const tagsFrom = (text: string): readonly string[] => [
  ...new Map(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
      .map((tag) => [tag.toLowerCase(), tag]),
  ).values(),
]
