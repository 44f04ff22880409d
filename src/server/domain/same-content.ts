/** Whether two settings say the same: without regard to the order of fields, and to what is absent. */
export const isSameContent = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

const canonical = (content: unknown): string | undefined =>
  JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, inner]) => inner !== null && inner !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  )
