/** Parses citations such as `rules 4.2, 4.6 and 5.1`, also across the lines of a comment. */
export function parseCitedRules(text) {
  const flatText = text.replaceAll(/\n\s*(?:\*|\/\/)?\s*/g, ' ')
  return [...flatText.matchAll(/\brules? (\d+\.\d+(?:(?:,| and| to) \d+\.\d+)*)/gi)].flatMap(
    ([, list]) => list.match(/\d+\.\d+/g) ?? [],
  )
}
