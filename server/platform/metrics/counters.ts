import { Counter, Gauge } from 'prom-client'
import { CHANNELS, type Channel } from '@tahanan/contract/deliveries/channels-and-states.ts'

// Each label value starts at 0, because Prometheus does not notice the first increase of a series that did
// not exist before.

const AREAS = ['client', 'admin', 'super-admin'] as const
export const LOGIN_REFUSALS = ['wrong', 'wrongCode', 'codesUsedUp', 'tooMany'] as const
const BUCKET_OPERATIONS = ['read', 'write', 'stat', 'remove', 'list'] as const

export const failedLogins = new Counter({
  name: 'tahanan_failed_logins_total',
  help: 'Logins refused, by area and reason: wrong password, wrong code, too many of either',
  labelNames: ['area', 'reason'] as const,
  registers: [],
})
for (const area of AREAS) for (const reason of LOGIN_REFUSALS) failedLogins.inc({ area, reason }, 0)

export type BucketOperation = (typeof BUCKET_OPERATIONS)[number]

/** Calls to the bucket that failed after all retries. A missing file is not counted as a failure. */
export const bucketErrors = new Counter({
  name: 'tahanan_bucket_errors_total',
  help: 'Calls to the bucket that failed, by operation',
  labelNames: ['operation'] as const,
  registers: [],
})
for (const operation of BUCKET_OPERATIONS) bucketErrors.inc({ operation }, 0)

export const sentDeliveries = new Counter({
  name: 'tahanan_deliveries_sent_total',
  help: 'Mails and push messages that were accepted, by channel',
  labelNames: ['channel'] as const,
  registers: [],
})
for (const channel of CHANNELS) sentDeliveries.inc({ channel } satisfies { channel: Channel }, 0)

export const liveConnections = new Gauge({
  name: 'tahanan_live_connections',
  help: 'Open live connections of pages',
  registers: [],
})

let isRedisReady = (): boolean => false

/**
 * Sets the function that tells whether Redis answers. Called by the code of the live connections, which opens
 * the connection to Redis.
 */
export function setRedisReadyCheck(isReady: () => boolean): void {
  isRedisReady = isReady
}

/** Metric that is registered only if Redis is configured. */
export const redisUp = new Gauge({
  name: 'tahanan_redis_up',
  help: '1 while Redis answers, else 0',
  registers: [],
  collect() {
    this.set(isRedisReady() ? 1 : 0)
  },
})
