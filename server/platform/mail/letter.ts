/** Content of a mail, all of it plain text. */
export interface Letter {
  readonly subject: string
  /** Name of the community, at the top and the end. */
  readonly community: string
  /** Heading above the greeting. */
  readonly title?: string
  /** 'Dear Ana Reyes,' */
  readonly greeting: string
  readonly paragraphs: readonly string[]
  /** Pairs of name and value: 'Client code', 'A-101'. */
  readonly facts?: readonly Fact[]
  readonly items?: readonly LetterItem[]
  /** The button. */
  readonly action?: Action
  /** Under the button. */
  readonly notes?: readonly string[]
  /** The sender, above the community's name. */
  readonly from: string
  /** Links that turn such mails off. */
  readonly unsubscribe?: Unsubscribe
}

export type Fact = readonly [name: string, value: string]

interface Action {
  readonly label: string
  readonly url: string
}

export interface LetterItem {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly facts: readonly Fact[]
  readonly action: Action
}

interface Unsubscribe {
  /** Address of the one-click call (RFC 8058). */
  readonly call: string
  /** Pages at the end of the letter. */
  readonly pages: readonly Action[]
}

/** The community's logo; a PNG, since Outlook shows no WebP. Sizes are those on the page. */
export interface Logo {
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

/** Replaces line breaks and control characters, which could begin another header or line, by spaces. */
export const withoutBreaks = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** Returns a text without line breaks, cut to 200 characters. */
export const toOneLine = (text: string): string => withoutBreaks(text).slice(0, 200)

/** Returns the paragraphs of a text, which empty lines part. */
export const toParagraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
