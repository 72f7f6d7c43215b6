import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const readProjectFile = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const { services } = parse(readProjectFile('deploy/compose.yaml'), { merge: true })

test('no file with secrets gets into the image, from any folder', () => {
  const ignoredPaths = readProjectFile('.dockerignore').split('\n')
  for (const secrets of ['**/.env', '**/.env.*', '**/data', '**/*.tar'])
    expect(ignoredPaths).toContain(secrets)
})

test('the compose file trusts one proxy for the address of a caller', () => {
  // Trusts a number of proxies. If it trusted a range of private addresses, callers in the local network
  // could forge their IP address.
  expect(services.portal.environment.TRUST_PROXY).toBe('${TRUST_PROXY:-1}')
})

test('the portal in containers reads every setting, and needs no password after the first start', () => {
  expect(services.portal.env_file).toBe('.env')
  expect(Object.keys(services.portal.environment).filter((name) => name.startsWith('SUPER_ADMIN'))).toEqual(
    [],
  )
  // The value must be empty, which counts as not set, so that the portal starts with an unchanged copy of the
  // example.
  expect(readProjectFile('deploy/compose.env.example')).toMatch(/^SUPER_ADMIN_PASSWORD=$/m)
})

test('each container has a limit of memory, those that run on rotate their logs, and who is waited for is asked', () => {
  for (const [name, { mem_limit: memory, logging, restart }] of Object.entries(services)) {
    expect(memory, name).toBeDefined()
    if (restart === 'unless-stopped') expect(logging?.options['max-size'], name).toBe('10m')
  }
  const waits = Object.values(services).flatMap(({ depends_on: others = {} }) => Object.entries(others))
  for (const [name, { condition }] of waits) {
    expect(condition, name).not.toBe('service_started')
    if (condition === 'service_healthy') expect(services[name].healthcheck, name).toBeDefined()
  }
})

test('the image takes from its build only what runs, and names its commit', () => {
  const lines = readProjectFile('deploy/Dockerfile').split('\n')
  const copiedPaths = lines
    .filter((line) => line.startsWith('COPY --from=build'))
    .flatMap((line) => [...line.matchAll(/\/app\/(\S+)/g)].map(([, path]) => path))
  expect(copiedPaths).toEqual([
    'package.json',
    'THIRD-PARTY-NOTICES',
    'node_modules',
    'contract',
    'server',
    'web',
  ])
  expect(lines.find((line) => line.startsWith('ENV'))).toContain('COMMIT=$COMMIT')
  expect(services.portal.build.args.COMMIT).toBe('${COMMIT:-}')
})

test('a released version is published as an image that names its commit', () => {
  const workflow = parse(readProjectFile('.github/workflows/publish-image.yaml'))
  expect(workflow.on.push.tags).toEqual(['v*'])
  const buildStep = workflow.jobs.publish.steps.find(({ uses }) =>
    uses.startsWith('docker/build-push-action'),
  )
  expect(buildStep.with).toMatchObject({
    context: '.',
    file: 'deploy/Dockerfile',
    'build-args': 'COMMIT=${{ github.sha }}',
    push: true,
  })
})
