import { sendAccountMail } from '#features/deliveries/send-account-mail.ts'
import { findActiveAccount } from '#features/sessions/accounts.ts'
import { findCommunityName } from '#features/settings/website-settings.ts'
import { addAttempts, countAttempts } from '#platform/attempts.ts'
import { requireFound, createTooManyRequestsError } from '#platform/errors.ts'
import { getPortalUrl } from '#platform/http/format-portal-url.ts'
import type { Policy } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { listRecentErrors } from '#platform/log/list-recent-errors.ts'
import type { MailContent } from '#platform/mail/mail-content.ts'
import { MailError } from '#platform/mail/mailer.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { getRunningVersion, describeVersion } from '#platform/version.ts'
import { Diagnostics, TestMail } from '@tahanan/contract/diagnostics/answers.ts'
import { diagnosePortal, type DiagnosisServices } from './diagnose-portal.ts'

const SUPER_ADMIN_POLICY: Policy = { areas: ['super-admin'] }
const MAX_TEST_MAILS = 5
const TEST_MAILS_SECONDS = 15 * 60

export function diagnosticsRoutes(
  app: PortalApp,
  services: DiagnosisServices & Pick<PlatformContext, 'mailer'>,
): void {
  const { config, db, mailer } = services
  const startedAt = new Date(Date.now() - process.uptime() * 1000)

  app.get('/diagnostics', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Check each part of the portal',
      description:
        'What is set and whether it works, in words without secrets, with what the log of this process warned of.',
      response: { 200: Diagnostics },
    },
    handler: async ({ ip, protocol, host, headers, socket }) => {
      const forwardedFor = headers['x-forwarded-for']
      const checks = await diagnosePortal(services, {
        ip,
        peer: socket.remoteAddress ?? 'unknown',
        protocol,
        host,
        forwardedFor: forwardedFor === undefined ? undefined : String(forwardedFor),
      })
      return { ...getRunningVersion(), at: new Date(), startedAt, checks, logged: listRecentErrors() }
    },
  })

  app.post('/test-mail', {
    config: { policy: SUPER_ADMIN_POLICY },
    schema: {
      summary: 'Send a test mail to oneself',
      description: 'Waits for the mail server, and says what it answered. At most five in 15 minutes.',
      response: { 200: TestMail },
    },
    handler: async ({ actor, id }) => {
      const { name, email } = requireFound(await findActiveAccount(db, actor.area, actor.id))
      const limitSubject = `test mail of ${actor.area} ${actor.id}`
      await addAttempts(db, [limitSubject])
      const { n, wait } = await countAttempts(db, limitSubject, TEST_MAILS_SECONDS)
      if (n > MAX_TEST_MAILS) throw createTooManyRequestsError(wait)
      const letter = createTestMail(name, await findCommunityName(db), getPortalUrl(config, app.server))
      const recipient = { name, address: email ?? '' }
      const mail = {
        area: actor.area,
        accountId: actor.id,
        purpose: 'test',
        to: recipient,
        letter,
        reqId: id,
      } as const
      try {
        await sendAccountMail({ db, mailer }, mail)
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        return { sent: false, message: error.outcome.reason }
      }
      const message = mailer.sendsBySmtp
        ? `The mail server took a test mail to ${email}. Look whether it arrives.`
        : `The test mail lies in ${config.dataDir}/outbox: no mail leaves, since SMTP_URL is not set.`
      return { sent: true, message }
    },
  })
}

/** Builds the mail with which the operator tests sending (rules 11.24). */
function createTestMail(name: string, community: string, url: string): MailContent {
  return {
    subject: `Test mail of ${community}`,
    community,
    greeting: `Dear ${name},`,
    paragraphs: [
      'You asked for this mail on the page Diagnostics. If you read it in your inbox, the mail server and the sender ' +
        'are set right. If it lies in the folder of junk mail, the domain of the sender needs SPF and DKIM.',
    ],
    facts: [['Sent by', describeVersion()]],
    action: { label: 'Open the portal', url: `${url}/super-admin` },
    from: 'Property Management Office',
  }
}
