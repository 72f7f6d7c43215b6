import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#platform/actor.ts'
import { invalidInput, PortalError } from '#platform/errors.ts'
import { claimFiles } from '#platform/files/claim-files.ts'
import { change, type Services } from '#platform/services.ts'
import { NO_CONTENT, UNCHANGED } from '@tahanan/contract/privacy-notice/form.ts'
import { parseRichText, listRichTextImages, type RichNode } from '@tahanan/contract/rich-text.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import { insertNotice, lockNewestNotice } from './repository.ts'

/** All versions share one owner of pictures, because a version may show pictures of any earlier version. */
const OWNER = { kind: 'privacyNotice', id: 1 } as const

interface NewVersion {
  readonly content: unknown
  readonly changes: string
  /**
   * Newest version that the caller saw; 0 if none existed; undefined to skip the check for a newer version.
   */
  readonly seen: number | undefined
}

/**
 * Publishes the next version of the notice (rules 26.13). Throws 400 at the field for invalid or unchanged
 * content, or for pictures that the caller did not upload. Throws 409 if somebody else published meanwhile.
 */
export async function publishNotice(
  services: Services,
  actor: Actor,
  { content, changes, seen }: NewVersion,
): Promise<void> {
  const document = parseContent(content)
  await change(services, async (tx) => {
    const newest = await lockNewestNotice(tx)
    if (seen !== undefined && seen !== (newest?.id ?? 0)) throw new PortalError('conflict')
    if (newest && isDeepStrictEqual(toDocument(newest.content), document))
      throw invalidInput({ content: [UNCHANGED] })
    await claimFiles(tx, actor, OWNER, listRichTextImages(document), 'content')
    await insertNotice(tx, {
      id: (newest?.id ?? 0) + 1,
      content: JSON.stringify(document),
      changes: toOneLine(changes),
      post_by_id: actor.id,
      post_by_name: actor.name,
    })
  })
}

function parseContent(content: unknown): RichNode {
  const read = parseRichText(content)
  if ('problem' in read) throw invalidInput({ content: [read.problem] })
  if (!read.document) throw invalidInput({ content: [NO_CONTENT] })
  return read.document
}

function toDocument(content: string): RichNode | null {
  const read = parseRichText(content)
  return 'document' in read ? read.document : null
}
