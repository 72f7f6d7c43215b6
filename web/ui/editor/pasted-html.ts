interface WordItem {
  /** Id of the list in Word. Items of two different lists may be adjacent. */
  readonly list: string
  readonly level: number
  readonly isOrdered: boolean
  readonly start: number
  readonly content: string
}

const WORD_LIST_PARAGRAPH =
  /<p\b[^>]*\bmso-list\s*:\s*(?<list>l\d+)\s+level(?<level>\d+)[^>]*>(?<content>[^]*?)<\/p\s*>/gi
/**
 * Matches a list of Word for the web. It writes each item, or a few items of one level, as a list of its own.
 */
const WEB_LIST =
  /<div\b[^>]*\bListContainerWrapper\b[^>]*>\s*<(?<tag>[uo]l)\b(?<attributes>[^>]*)>(?<items>[^]*?)<\/\k<tag>\s*>\s*<\/div\s*>/gi
const WEB_ITEM = /<li\b(?<attributes>[^>]*)>(?<content>[^]*?)<\/li\s*>/gi
const END_OF_PARAGRAPH_SPAN = /<span\b[^>]*\bclass="[^"]*\bEOP\b[^>]*>[^<]*<\/span>/gi
/**
 * Matches the bullet or number of an item. Word writes it inside conditional comments, because browsers add
 * their own bullets and numbers.
 */
const LIST_MARKER = /<!(?:--)?\[if\s+!supportLists\](?:--)?>(?<marker>[^]*?)<!(?:--)?\[endif\](?:--)?>/i
const IGNORED_SPAN_START = /<span\b[^>]*\bmso-list\s*:\s*ignore[^>]*>/i
/** Matches the number of an ordered item: '1.', '(a)', 'iv)', '1.2.' */
const LIST_NUMBER = /^\(?(?:\d+|[a-z]{1,5})(?:\.\d+)*[.)]/i

/**
 * Converts Word's lists to HTML lists. Word writes an item as a paragraph that starts with a bullet or
 * number; `mso-list` contains its list and level. Word for the web writes each item as a list of its own,
 * with the level in an attribute. Other HTML is returned unchanged.
 */
export function convertPastedLists(html: string): string {
  let currentRun: WordItem[] = []
  let lastItemEnd = 0
  let convertedHtml = ''
  const closeList = (): void => {
    convertedHtml += renderLists(currentRun)
    currentRun = []
  }
  for (const { from, to, items } of findItems(html)) {
    const textBetweenItems = html.slice(lastItemEnd, from)
    if (textBetweenItems.replaceAll(/<!--[^]*?-->|\s+/g, '') !== '') closeList()
    if (currentRun.length === 0) convertedHtml += textBetweenItems
    currentRun.push(...items)
    lastItemEnd = to
  }
  closeList()
  return convertedHtml + html.slice(lastItemEnd)
}

function findItems(html: string): { from: number; to: number; items: WordItem[] }[] {
  const paragraphs = [...html.matchAll(WORD_LIST_PARAGRAPH)].map((match) => ({
    ...toMatchRange(match),
    items: [toItem(match.groups ?? {})],
  }))
  const lists = [...html.matchAll(WEB_LIST)].map((match) => ({
    ...toMatchRange(match),
    items: toWebItems(match.groups ?? {}),
  }))
  return [...paragraphs, ...lists].toSorted((a, b) => a.from - b.from)
}

const toMatchRange = ({ 0: matchedText, index }: RegExpExecArray) => ({
  from: index,
  to: index + matchedText.length,
})

function toWebItems({ tag = '', attributes = '', items = '' }: Record<string, string>): WordItem[] {
  const start = Number(/\bstart="?(\d{1,4})"?/i.exec(attributes)?.[1] ?? 1) || 1
  return [...items.matchAll(WEB_ITEM)].map(({ groups = {} }, at) => ({
    list: '',
    level: Math.max(1, Number(/\baria-level="?(\d)"?/i.exec(groups['attributes'] ?? '')?.[1] ?? 1)),
    isOrdered: tag.toLowerCase() === 'ol',
    start: start + at,
    content: (groups['content'] ?? '')
      .replaceAll(END_OF_PARAGRAPH_SPAN, '')
      .replaceAll(/^\s*<p\b[^>]*>|<\/p\s*>\s*$/gi, ''),
  }))
}

function toItem({ list = '', level = '1', content = '' }: Record<string, string>): WordItem {
  const { marker, rest } = splitMarker(content)
  const markerText = marker
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&nbsp;|&#160;|\s/gi, ' ')
    .trim()
  return {
    list,
    level: Math.max(1, Number(level)),
    isOrdered: LIST_NUMBER.test(markerText),
    start: Number(/^\(?(\d{1,4})[.)]/.exec(markerText)?.[1] ?? 1) || 1,
    content: rest,
  }
}

function splitMarker(content: string): { marker: string; rest: string } {
  const commentedMarker = LIST_MARKER.exec(content)
  if (commentedMarker)
    return { marker: commentedMarker.groups?.marker ?? '', rest: content.replace(commentedMarker[0], '') }
  const ignoredSpan = IGNORED_SPAN_START.exec(content)
  if (!ignoredSpan) return { marker: '', rest: content }
  const spanEnd = findSpanEnd(content, ignoredSpan.index)
  const contentWithoutMarker = content.slice(0, ignoredSpan.index) + content.slice(spanEnd)
  return { marker: content.slice(ignoredSpan.index, spanEnd), rest: contentWithoutMarker }
}

function findSpanEnd(content: string, from: number): number {
  let openSpanCount = 0
  for (const { 0: tag, index } of content.slice(from).matchAll(/<\/?span\b[^>]*>/gi)) {
    openSpanCount += tag.startsWith('</') ? -1 : 1
    if (openSpanCount === 0) return from + index + tag.length
  }
  return content.length
}

function renderLists(items: readonly WordItem[]): string {
  const openItems: WordItem[] = []
  let listHtml = ''
  const closeItem = (): void => {
    listHtml += `</li></${getListTag(openItems.pop())}>`
  }
  for (const item of items) {
    while (openItems.length > 0 && (openItems.at(-1)?.level ?? 0) > item.level) closeItem()
    const lastOpenItem = openItems.at(-1)
    const isSame =
      lastOpenItem?.level === item.level &&
      lastOpenItem.isOrdered === item.isOrdered &&
      lastOpenItem.list === item.list
    if (lastOpenItem && isSame) listHtml += '</li>'
    else {
      if (lastOpenItem?.level === item.level) closeItem()
      const startAttribute = item.isOrdered && item.start > 1 ? ` start="${item.start}"` : ''
      listHtml += `<${getListTag(item)}${startAttribute}>`
      openItems.push(item)
    }
    listHtml += `<li><p>${item.content}</p>`
  }
  while (openItems.length > 0) closeItem()
  return listHtml
}

const getListTag = (item: WordItem | undefined): string => (item?.isOrdered ? 'ol' : 'ul')

const PICTURE_TAG = /<(?:img|v:imagedata)\b[^>]*>/gi
/** Matches a picture that was copied from this portal's editor. It is inserted unchanged. */
const PORTAL_FILE_KEY = /\sdata-key\s*=/i
const DATA_URL_SOURCE =
  /\ssrc\s*=\s*["']?data:(?<type>image\/(?:png|jpeg|gif|webp));base64,(?<data>[a-z\d+/=\s]+)/i
/** Matches tracking pixels, which show nothing. */
const TINY_SIZE_PATTERN = /\s(?:width|height)\s*=\s*["']?[01](?!\d)/i

export interface PastedPictures {
  readonly files: readonly File[]
  /**
   * Number of pictures that cannot be uploaded, because the HTML contains only a URL: the picture is on the
   * user's disk or on another site.
   */
  readonly missingCount: number
}

/**
 * Finds pictures in pasted HTML that must be uploaded, because the editor cannot insert them directly. HTML
 * from mail programs contains their data; HTML from Word and websites contains only URLs.
 */
export function findPictures(html: string): PastedPictures {
  const files: File[] = []
  let missingCount = 0
  // Word writes each picture twice: in a conditional comment and outside it. The comments are removed, so
  // that it is counted once.
  const visibleHtml = html.replaceAll(/<!--\[if[^]*?<!\[endif\]-->/gi, '')
  for (const [tag] of visibleHtml.matchAll(PICTURE_TAG)) {
    if (PORTAL_FILE_KEY.test(tag) || TINY_SIZE_PATTERN.test(tag)) continue
    const { type = '', data = '' } = DATA_URL_SOURCE.exec(tag)?.groups ?? {}
    const decodedBytes = type === '' ? undefined : decodeBase64(data)
    if (!decodedBytes) missingCount += 1
    else {
      const name = `picture-${files.length + 1}.${type.slice('image/'.length)}`
      files.push(new File([decodedBytes], name, { type }))
    }
  }
  return { files, missingCount }
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll(/\s/g, '')), (character) => character.codePointAt(0) ?? 0)
  } catch {
    return undefined
  }
}

export const describeMissingPictures = (missingCount: number): string =>
  `${missingCount === 1 ? 'A picture was' : `${missingCount} pictures were`} not pasted: the copied text holds only where ` +
  `${missingCount === 1 ? 'it lies' : 'they lie'}. Copy ${missingCount === 1 ? 'it alone' : 'each alone'} and paste it, or save it ` +
  'and add it with Insert pictures.'
