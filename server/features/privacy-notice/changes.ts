import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#platform/actor.ts'
import { createInvalidInputError, PortalError } from '#platform/errors.ts'
import { claimFiles } from '#platform/files/claim-files.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { CONTENT_REQUIRED, UNCHANGED_MESSAGE } from '@tahanan/contract/privacy-notice/form.ts'
import { parseRichText, listRichTextImages, type RichNode } from '@tahanan/contract/rich-text.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import { insertNotice, lockNewestNotice } from './repository.ts'

/**
 * Owner of the notice's pictures in the file store. All versions share it, because a version may show
 * pictures of any earlier version.
 */
const OWNER = { kind: 'privacyNotice', id: 1 } as const

interface NewNoticeVersion {
  readonly content: unknown
  readonly changes: string
  /**
   * Newest version that the caller saw; 0 if none existed. If undefined, the call does not check for a newer
   * version.
   */
  readonly lastSeenVersion: number | undefined
}

/**
 * Publishes the next version of the notice (rules 26.13). Throws 400 at the field for invalid or unchanged
 * content, or for pictures that the caller did not upload. Throws 409 if somebody else published meanwhile.
 */
export async function publishNotice(
  services: PlatformContext,
  actor: Actor,
  { content, changes, lastSeenVersion }: NewNoticeVersion,
): Promise<void> {
  const document = parseContent(content)
  await runInTransaction(services, async (tx) => {
    const newestNotice = await lockNewestNotice(tx)
    if (lastSeenVersion !== undefined && lastSeenVersion !== (newestNotice?.id ?? 0))
      throw new PortalError('conflict')
    if (newestNotice && isDeepStrictEqual(toDocument(newestNotice.content), document))
      throw createInvalidInputError({ content: [UNCHANGED_MESSAGE] })
    await claimFiles(tx, actor, OWNER, listRichTextImages(document), 'content')
    await insertNotice(tx, {
      id: (newestNotice?.id ?? 0) + 1,
      content: JSON.stringify(document),
      changes: toOneLine(changes),
      post_by_id: actor.id,
      post_by_name: actor.name,
    })
  })
}

function parseContent(content: unknown): RichNode {
  const parsedContent = parseRichText(content)
  if ('problem' in parsedContent) throw createInvalidInputError({ content: [parsedContent.problem] })
  if (!parsedContent.document) throw createInvalidInputError({ content: [CONTENT_REQUIRED] })
  return parsedContent.document
}

function toDocument(content: string): RichNode | null {
  const parsedContent = parseRichText(content)
  return 'document' in parsedContent ? parsedContent.document : null
}
