import { expect, test } from 'vitest'
import { describeSettings } from '#features/diagnostics/describe-settings.ts'
import { loadConfig } from './config.ts'

const describeEnvSettings = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    describeSettings(loadConfig({ DATA_DIR: '/data', ...env })).map(({ part, state }) => [part, state]),
  )

test('without settings the start says that mail, backups, payments and other processes are off', () => {
  expect(describeEnvSettings({ DEMO: 'false' })).toEqual({
    Database: 'embedded, in /data',
    Files: 'in /data',
    'Several processes': 'off',
    Mail: 'off, written to /data/outbox',
    'Online payments': 'off',
    'Push messages': 'on',
    Backups: 'by hand only, not encrypted',
    Metrics: 'on this machine only',
  })
  expect(describeEnvSettings({ DEMO: 'true' })).toMatchObject({
    'Online payments': 'Dragonpay (sandbox), AQWire (sandbox)',
  })
})

test('what is on is said with its place, and with no secret', () => {
  const SECRET = 'hidden-secret-17'
  const settingStates = describeEnvSettings({
    NODE_ENV: 'production',
    DATABASE_URL: `postgresql://portal:${SECRET}@db.example.ph:5433/portal`,
    S3_BUCKET: 'portal',
    S3_PREFIX: 'palm-court',
    S3_ACCESS_KEY_ID: SECRET,
    S3_SECRET_ACCESS_KEY: SECRET,
    REDIS_URL: `redis://:${SECRET}@redis.example.ph:6380`,
    SMTP_URL: `smtps://office:${SECRET}@mail.example.ph`,
    MAIL_FROM: 'office@example.ph',
    PUBLIC_URL: 'https://portal.example.ph',
    DRAGONPAY_MERCHANT_ID: 'PALM',
    DRAGONPAY_PASSWORD: SECRET,
    PUSH_HOSTS: 'none',
    BACKUP_SCHEDULE: 'every 6h',
    BACKUP_DIR: '/mnt/backups',
    BACKUP_RECIPIENTS: 'age1gxutpwhacfxxnk0pd3lch6g2sgm0pm7pftlg6z4f0aqz8x9lzv0qrenr6l',
    METRICS_TOKEN: SECRET,
  })
  expect(settingStates).toEqual({
    Database: 'at db.example.ph:5433',
    Files: 'in the bucket portal, palm-court/',
    'Several processes': 'by Redis at redis.example.ph:6380',
    Mail: 'by mail.example.ph',
    'Online payments': 'Dragonpay',
    'Push messages': 'off',
    Backups: 'every 6 hours, the last 7 stay in /mnt/backups, encrypted',
    Metrics: 'with the token',
  })
  expect(JSON.stringify(settingStates)).not.toContain(SECRET)
})

test('a database on a socket of this machine is said so', () => {
  expect(describeEnvSettings({ DATABASE_URL: 'postgresql:///portal?host=/run/postgresql' })).toMatchObject({
    Database: 'at this machine',
  })
})
