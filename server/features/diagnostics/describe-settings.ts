import { GATEWAY_LABELS, type GatewayConfig } from '#features/gateways/gateway-config.ts'
import type { PushConfig } from '#features/push/push-config.ts'
import { getBackupFolder } from '#platform/backup/archive/archive-folder.ts'
import { describeSchedule } from '#platform/backup/backup-schedule.ts'
import type { PlatformConfig } from '#platform/platform-config.ts'

export type DescribedConfig = PlatformConfig & GatewayConfig & PushConfig

export type PortalPart =
  | 'Database'
  | 'Files'
  | 'Several processes'
  | 'Mail'
  | 'Online payments'
  | 'Push messages'
  | 'Backups'
  | 'Metrics'

export interface SettingState {
  readonly part: PortalPart
  readonly state: string
}

/** Describes how each part of the portal is set. The texts contain no password, token or login. */
export function describeSettings(config: DescribedConfig): SettingState[] {
  const { databaseUrl, s3, redisUrl, smtpUrl, backupSchedule, backupKeep, pushHosts, dataDir } = config
  return [
    { part: 'Database', state: databaseUrl ? `at ${getHost(databaseUrl)}` : `embedded, in ${dataDir}` },
    {
      part: 'Files',
      state: s3 ? `in the bucket ${s3.bucket}${s3.prefix && `, ${s3.prefix}`}` : `in ${dataDir}`,
    },
    { part: 'Several processes', state: redisUrl ? `by Redis at ${getHost(redisUrl)}` : 'off' },
    { part: 'Mail', state: smtpUrl ? `by ${getHost(smtpUrl)}` : `off, written to ${dataDir}/outbox` },
    { part: 'Online payments', state: describeGateways(config) },
    { part: 'Push messages', state: pushHosts.length > 0 ? 'on' : 'off' },
    {
      part: 'Backups',
      state:
        (backupSchedule
          ? `${describeSchedule(backupSchedule)}, the last ${backupKeep} stay in ${getBackupFolder(config)}`
          : 'by hand only') + (config.backupRecipients.length > 0 ? ', encrypted' : ', not encrypted'),
    },
    { part: 'Metrics', state: config.metricsToken ? 'with the token' : 'on this machine only' },
  ]
}

function describeGateways(config: DescribedConfig): string {
  const states = (['dragonpay', 'aqwire'] as const).flatMap((name) => {
    if (config[name] === undefined) return config.demo ? [`${GATEWAY_LABELS[name]} (sandbox)`] : []
    return [GATEWAY_LABELS[name]]
  })
  return states.join(', ') || 'off'
}

const getHost = (url: string): string => new URL(url).host || 'this machine'
