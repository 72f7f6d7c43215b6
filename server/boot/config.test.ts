import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError } from '#platform/platform-config.ts'
import { loadConfig, loadEnvironment } from './config.ts'

test('without variables the portal serves a demo community on 127.0.0.1:3000 from ./data', () => {
  expect(loadConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: join(process.cwd(), 'data'),
    databaseUrl: undefined,
    demo: true,
    production: false,
    communityTimeZone: 'Asia/Manila',
    trustProxy: false,
    s3: undefined,
  })
})

test('the demo community is on by default only with the embedded database outside production', () => {
  expect(loadConfig({ NODE_ENV: 'production' }).demo).toBe(false)
  expect(loadConfig({ DATABASE_URL: 'postgres://db/portal' }).demo).toBe(false)
  expect(
    loadConfig({ DATABASE_URL: 'postgres://db/portal', NODE_ENV: 'production', DEMO: 'true' }).demo,
  ).toBe(true)
  expect(loadConfig({ DEMO: 'false' }).demo).toBe(false)
})

test('a restore drill ignores all settings that point outside its folder', () => {
  const productionEnv = {
    NODE_ENV: 'production',
    DATA_DIR: '/var/lib/tahanan',
    DATABASE_URL: 'postgresql://db/portal',
    REDIS_URL: 'redis://127.0.0.1',
    S3_BUCKET: 'portal',
    PUBLIC_URL: 'https://portal.example.ph',
    TRUST_PROXY: '1',
    SUPER_ADMIN_EMAIL: 'manager@example.ph',
    SUPER_ADMIN_PASSWORD: 'long-enough',
    DEMO: 'true',
    BACKUP_DIR: '/mnt/backups',
    BACKUP_SCHEDULE: 'daily 02:30',
    SMTP_URL: 'smtp://mail.example.ph',
    MAIL_FROM: 'office@example.ph',
    DRAGONPAY_MERCHANT_ID: 'merchant',
    DRAGONPAY_PASSWORD: 'secret',
    AQWIRE_MERCHANT_CODE: 'merchant',
    AQWIRE_CLIENT_ID: 'client',
    AQWIRE_SECRET_KEY: 'secret',
    METRICS_TOKEN: 'a-token-for-the-collector',
    COMMUNITY_TIME_ZONE: 'Asia/Tokyo',
    PORT: '3999',
  }
  const keptSettings = { NODE_ENV: 'production', COMMUNITY_TIME_ZONE: 'Asia/Tokyo', PORT: '3999' }
  expect(loadConfig({ ...productionEnv, DRILL_DIR: '/tmp/try' })).toEqual({
    ...loadConfig({ ...keptSettings, DATA_DIR: '/tmp/try' }),
    drill: true,
    pushHosts: [],
  })
  expect(loadConfig(productionEnv).drill).toBe(false)
  expect(() => loadConfig({ ...productionEnv, DRILL_DIR: '/var/lib/tahanan/' })).toThrow(
    'DRILL_DIR must be another folder than DATA_DIR',
  )
})

const parseHosts = (PUSH_HOSTS: string) => loadConfig({ PUSH_HOSTS }).pushHosts

test('push services are hosts with a domain, or none; addresses of networks are refused', () => {
  expect(parseHosts('')).toContain('fcm.googleapis.com')
  expect(parseHosts('none')).toEqual([])
  expect(parseHosts('Push.example.ph, *.push.example.com')).toEqual(['push.example.ph', '*.push.example.com'])
  for (const invalidHost of [
    'localhost',
    '127.0.0.1',
    '*',
    '*.com:443',
    'https://push.example.ph',
    '[::1]',
    'a..b',
  ])
    expect(() => parseHosts(invalidHost), invalidHost).toThrow(ConfigError)
})

test('the error lists all problems, without secrets', () => {
  const invalidEnv = {
    PORT: '99999',
    DATABASE_URL: 'mysql://me:hunter2secret@db/portal',
    DEMO: 'perhaps',
    LOG_LEVEL: 'loud',
    COMMUNITY_TIME_ZONE: 'Mars/Base',
    NODE_ENV: 'prod',
    SUPER_ADMIN_PASSWORD: 'short',
    PUBLIC_URL: 'portal.example',
    TRUST_PROXY: 'true',
    S3_ENDPOINT: 'https://s3.example',
    S3_ACCESS_KEY_ID: 'key',
  }
  const loadWrongConfig = () => loadConfig(invalidEnv)
  expect(loadWrongConfig).toThrow(ConfigError)
  const { S3_ENDPOINT: _, S3_ACCESS_KEY_ID: __, ...named } = invalidEnv
  const missingNames = ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY', 'SUPER_ADMIN_EMAIL']
  for (const name of [...Object.keys(named), ...missingNames]) expect(loadWrongConfig).toThrow(name)
  expect(loadWrongConfig).not.toThrow(/hunter2secret|short/)
})

test('an empty variable counts as not set', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('trusted proxies are given by number or by address', () => {
  expect(loadConfig({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
  expect(loadConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1'])
  expect(() => loadConfig({ TRUST_PROXY: '10.0.0.0/64' })).toThrow('TRUST_PROXY')
})

test('an S3-compatible store is used once its bucket is named', () => {
  const env = {
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  }
  expect(loadConfig(env).s3).toEqual({
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'files',
    prefix: '',
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  })
})

test('a file .env supplements the environment, which wins', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tahanan-env-'))
  expect(loadEnvironment(folder.path, { PORT: '1' })).toEqual({ PORT: '1' })
  writeFileSync(join(folder.path, '.env'), 'PORT=4000\nHOST="0.0.0.0" # everyone\n')
  const config = loadConfig(loadEnvironment(folder.path, { PORT: '4001' }))
  expect(config).toMatchObject({ port: 4001, host: '0.0.0.0' })
})

const loadSource = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

test('.env.example names exactly the variables that are read', () => {
  const documentedNames = new Set(
    [...loadSource('../../.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]),
  )
  const loadedNames = new Set(
    [...loadSource('config.ts').matchAll(/environment\.(?!requireTogether)\w+\('([A-Z][A-Z0-9_]+)'/g)].map(
      (match) => match[1],
    ),
  )
  expect(documentedNames).toEqual(loadedNames)
})

test('misspelt settings, and names that begin like settings, are named', () => {
  const { unknownSettings } = loadConfig({
    BACKUP_SHEDULE: 'daily 02:30',
    COMUNITY_TIMEZONE: 'Asia/Manila',
    SMTP_HOST: 'mail.example.ph',
    TAHANAN_COLOR: 'red',
    NODE_OPTIONS: '--trace-warnings',
    HOSTNAME: 'portal-1',
    PORTS: '3000',
    HOME: '/root',
    S3_BUKET: '',
  })
  expect(unknownSettings).toEqual([
    'BACKUP_SHEDULE is no setting and is not used. Is BACKUP_SCHEDULE meant?',
    'COMUNITY_TIMEZONE is no setting and is not used. Is COMMUNITY_TIME_ZONE meant?',
    'SMTP_HOST is no setting and is not used.',
  ])
})

test('a misspelt setting is named beside what is missing for it', () => {
  const brokenEnv = { SMPT_URL: 'smtp://mail.example.ph', DRAGONPAY_MERCHANT_ID: 'merchant' }
  expect(() => loadConfig(brokenEnv)).toThrow(/DRAGONPAY_PASSWORD must be set.*Is SMTP_URL meant\?/s)
})

test('every setting that .env.example names is known', () => {
  const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
  const settingNames = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '')
  expect(settingNames.length).toBeGreaterThan(25)
  const loadWrongConfig = () =>
    loadConfig({ ...Object.fromEntries(settingNames.map((name) => [name, '?'])), SMPT_URL: '?' })
  expect(loadWrongConfig).toThrow('SMPT_URL is no setting')
  for (const name of settingNames) expect(loadWrongConfig).not.toThrow(`${name} is no setting`)
})
