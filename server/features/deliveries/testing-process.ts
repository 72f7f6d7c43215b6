import { loadConfig } from '#boot/config.ts'
import { createDeliveryContext } from '#boot/create-delivery-context.ts'
import { openDatabase } from '#platform/db/client.ts'
import { createFileStore } from '#platform/files/store/file-store.ts'
import { createLogger } from '#platform/log/create-logger.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { fanOutNotifications } from './fan-out-notifications.ts'
import { sendDueDeliveries } from './send-due-deliveries.ts'
import type { Sender } from './senders.ts'

export type DeliveryStep = 'queueing' | 'claiming' | 'marked' | 'sending' | 'sent'

/**
 * Child process of a test: creates and sends the deliveries that are due at the time `NOW`. At the step named
 * by `HANG_AT` it prints the step's name and hangs. For the step `sending`, the mail server hangs and not the
 * process.
 */
const hangStep = process.env['HANG_AT'] as DeliveryStep
const now = new Date(process.env['NOW'] ?? '')
const config = loadConfig({ ...process.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DEMO: 'false' })
const { db, pool } = openDatabase({ connectionString: config.databaseUrl ?? '' })
const log = createLogger(config)
const files = await createFileStore({ dataDir: config.dataDir, s3: undefined, reserveBytes: 0 }, db)
const mailer = createMailer({ config, log })
const services = { config, db, pool, files, mailer, log, portalUrl: () => 'http://127.0.0.1' }
const { senders } = createDeliveryContext(services)

async function hangAt(currentStep: DeliveryStep): Promise<void> {
  if (currentStep !== hangStep) return
  process.stdout.write(`${currentStep}\n`)
  await new Promise(() => setInterval(() => {}, 1000))
}
const sendMailAndHang: Sender = async (dueNotifications) => {
  await hangAt('marked')
  if (hangStep === 'sending') process.stdout.write('sending\n')
  const outcome = await senders.mail(dueNotifications)
  await hangAt('sent')
  return outcome
}
const context = {
  ...services,
  senders: { ...senders, mail: sendMailAndHang },
  newsHooks: {
    ticket: {
      findDropReasons: async () => {
        await hangAt('claiming')
        return new Map<number, string>()
      },
      onMailsEnded: () => hangAt('queueing'),
    },
  },
  now: () => now,
}
await fanOutNotifications(context)
await sendDueDeliveries(context, 'mail')
