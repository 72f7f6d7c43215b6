export interface MailContent {
  readonly subject: string
  readonly community: string
  readonly title?: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly facts?: readonly Fact[]
  readonly items?: readonly MailItem[]
  readonly action?: Action
  readonly notes?: readonly string[]
  readonly from: string
  readonly unsubscribe?: Unsubscribe
}

export type Fact = readonly [name: string, value: string]

interface Action {
  readonly label: string
  readonly url: string
}

export interface MailItem {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly facts: readonly Fact[]
  readonly action: Action
}

interface Unsubscribe {
  /** URL that a mail program calls when the user clicks its Unsubscribe button (RFC 8058). */
  readonly call: string
  readonly pages: readonly Action[]
}

/**
 * Logo of the community. It is a PNG, because Outlook does not show WebP. Width and height are the displayed
 * size in pixels.
 */
export interface Logo {
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

/** Replaces line breaks and control characters by spaces, because they could start a new header or line. */
export const removeBreaks = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

export const toOneLine = (text: string): string => removeBreaks(text).slice(0, 200)

export const toParagraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
