import { DAY, addMilliseconds } from '#demo/demo-clock.ts'
import type { PostJson } from '#demo/insert-posts.ts'
import { loadCommunityFile } from '#demo/load-community-file.ts'
import { toDocument } from '#demo/rich-text-blocks.ts'
import { fillPlaceholders, loadTicketStories } from '#demo/tickets.ts'
import { toPostSearchText } from '#features/posts/repository.ts'
import { getTicketSearchText } from '#features/tickets/get-ticket-search-text.ts'
import { parseForm, type Details } from '@tahanan/contract/forms/validate.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

/**
 * Form field with the name of a guest, by ticket module. The seed replaces its value with the placeholder
 * `$guest`.
 */
const GUEST_NAME_FIELDS: Readonly<Record<string, string>> = {
  gatePass: 'bearerName',
  visitor: 'visitorsName',
}

interface SeedStory {
  readonly module: string
  readonly nth: number
  readonly details: string
  readonly words: string
  readonly guest: string
}

/** Creates sample tickets. Throws if a ticket is not valid in its form. */
export function createSeedStories(now: Date, timeZone: string): SeedStory[] {
  const filedAt = addMilliseconds(now, -3 * DAY)
  const storyTimes = [filedAt, addMilliseconds(filedAt, 2 * DAY), addMilliseconds(filedAt, 4 * DAY)].map(
    (time) => time.toISOString(),
  )
  const [$filed, $happens, $ends] = storyTimes
  const placeholderValues = {
    $filed,
    $happens,
    $ends,
    $name: 'SEED NAME',
    $email: 'seed.story@mail.test',
    $phone: '09175550000',
    $amenity: 987_654_321,
  }
  const createTemplate = (details: Details): string =>
    Object.entries(placeholderValues).reduce(
      (text, [placeholder, value]) => text.replaceAll(String(value), placeholder),
      JSON.stringify(details),
    )
  return MODULES.flatMap((module) => {
    const { stories, tickets } = loadTicketStories(module)
    return tickets.map(({ story, details }, nth): SeedStory => {
      const fields = stories[story] ?? createExampleBody(module, filedAt, timeZone)
      const body = removeFileFields(module, fillPlaceholders({ ...fields, ...details }, placeholderValues))
      // Modules with reservations skip the check of times, because the times are set later.
      const uncheckedModule: TicketModule = module.heldResource ? { ...module, check: undefined } : module
      const context = { writer: 'resident', action: 'create', timeZone, now: filedAt } as const
      const { values: parsedValues, errors } = parseForm(uncheckedModule, body, context)
      if (Object.keys(errors).length > 0) throw new Error(`${module.name}: ${JSON.stringify(errors)}`)
      const guestField = GUEST_NAME_FIELDS[module.name]
      const detailsWithGuest = guestField ? { ...parsedValues, [guestField]: '$guest' } : parsedValues
      const searchText = getTicketSearchText(module, detailsWithGuest, module.heldResource ? '$title' : null)
      return {
        module: module.name,
        nth,
        details: createTemplate(detailsWithGuest),
        words: searchText
          .replaceAll(placeholderValues.$name.toLowerCase(), '$name')
          .replaceAll(placeholderValues.$email, '$email'),
        guest: guestField ? String(parsedValues[guestField]) : '',
      }
    })
  })
}

const removeFileFields = (module: TicketModule, body: Details): Details =>
  Object.fromEntries(Object.entries(body).filter(([key]) => module.fields[key]?.kind !== 'files'))

/** Creates sample posts without pictures. `$n` in a title is the placeholder of the post's number. */
export const createSeedPosts = () =>
  loadCommunityFile<PostJson[]>('posts').map(({ title, description, type, content }, nth) => {
    const document = toDocument(content.filter((block) => typeof block === 'string' || !('picture' in block)))
    const post = { title: `${title}, no. $n`, description, content: document }
    return { ...post, nth, type, content: JSON.stringify(document), words: toPostSearchText(post) }
  })
