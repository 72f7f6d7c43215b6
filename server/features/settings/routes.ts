import { Type } from 'typebox'
import { requireConfirmedSession } from '#platform/http/add-session-check.ts'
import type { Policy } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { parseLastSeen } from '#platform/last-seen.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { MessageAnswer } from '@tahanan/contract/answers.ts'
import { LastSeenVersion } from '@tahanan/contract/requests.ts'
import { StoredMobileSettings, PublicTerms, Setting, Terms } from '@tahanan/contract/settings/answers.ts'
import { changeTerms, presentTerms } from './change-terms.ts'
import { changeWebsiteSettings } from './change-website-settings.ts'
import { MOBILE_SETTINGS, findMobileSettings } from './find-mobile-settings.ts'
import { MONEY_SETTINGS, listPublicSettings, listSettings, WEBSITE_SETTINGS } from './website-settings.ts'

const Settings = Type.Array(Setting)
const CONFIRMED_SETTINGS: readonly string[] = MONEY_SETTINGS
const SUPER_ADMIN_POLICY: Policy = { areas: ['super-admin'] }

export function settingsRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services

  app.get('/public-website-settings', {
    config: { policy: 'open' },
    schema: { summary: 'What the login pages need to know', response: { 200: Settings } },
    handler: () => listPublicSettings(db, config),
  })

  app.get('/public-terms-and-conditions', {
    config: { policy: 'open' },
    schema: { summary: 'The terms and conditions', response: { 200: PublicTerms } },
    handler: () => presentTerms(services),
  })

  app.get('/terms-and-conditions', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: { summary: 'The terms and conditions, to change them', response: { 200: Terms } },
    handler: () => presentTerms(services),
  })

  app.post('/terms-and-conditions', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Change the terms and conditions',
      description: 'The title and the status are always the same and need not be sent.',
      body: Type.Object({
        content: Type.Unsafe<unknown>({ description: 'ProseMirror JSON, as text or as an object' }),
        image: Type.Optional(
          Type.String({ maxLength: 255, description: 'The key of an image, empty for none' }),
        ),
        updated_at: LastSeenVersion,
      }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ actor, body }) => {
      const updatedAt = parseLastSeen(body, config.communityTimeZone)
      await changeTerms(services, actor, { content: body.content, image: body.image, updatedAt })
      return { message: 'You have successfully updated the Terms and Conditions.' }
    },
  })

  app.get('/mobile-settings', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: { summary: 'How the mobile app looks', response: { 200: StoredMobileSettings } },
    handler: async () => ({ value: JSON.stringify(await findMobileSettings(db)) }),
  })

  app.get('/website-settings', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: { summary: 'The website settings', response: { 200: Settings } },
    handler: () => listSettings(db, WEBSITE_SETTINGS),
  })

  app.post('/website-settings', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Change website settings',
      description:
        'Those that are not named stay as they are. Settings of money need a confirmation ' +
        '(`POST /api/confirmation`). Maintenance keeps residents and administrators out at once, and ends ' +
        'their sessions. ' +
        '`mobileSettings` is a JSON text, whose keys are checked one by one.',
      body: Type.Object({
        settings: Type.Array(
          Type.Object({ name: Type.String({ maxLength: 100 }), value: Type.String({ maxLength: 5000 }) }),
          { minItems: 1, maxItems: 50 },
        ),
      }),
      response: { 200: MessageAnswer },
    },
    handler: async ({ actor, body, found }) => {
      if (body.settings.some(({ name }) => CONFIRMED_SETTINGS.includes(name))) requireConfirmedSession(found)
      await changeWebsiteSettings(services, actor, body.settings)
      const isMobileOnly = body.settings.every(({ name }) => name === MOBILE_SETTINGS)
      return {
        message: isMobileOnly
          ? 'Mobile Settings Successfuly Updated.'
          : 'Website settings successfully updated.',
      }
    },
  })
}
