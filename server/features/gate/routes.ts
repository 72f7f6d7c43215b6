import { Type, type Static } from 'typebox'
import { loadBarredCheck } from '#features/gate/do-not-admit/repository.ts'
import { findGateSettings } from '#features/passes/find-gate-settings.ts'
import { presentGatePass } from '#features/passes/gate-pass-row.ts'
import type { AdminActor } from '#platform/actor.ts'
import { PortalError } from '#platform/errors.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { EntryResults, GateCounts, GateList, GatePasses, ScanResult } from '@tahanan/contract/gate/answers.ts'
import { GatePassQuery, NewEntries, ScanBody, type GateListName } from '@tahanan/contract/gate/requests.ts'
import { createStrictQuery } from '@tahanan/contract/requests.ts'
import { recordEntries } from './changes.ts'
import { scanPass } from './judge-scan.ts'
import { listPassesForDevices } from './list-passes-for-devices.ts'
import { countPasses, getGateDay, listPasses } from './list-passes.ts'

/** Registers the calls for the gate's page (rules 24.10 to 24.19). */
export function gateRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, config } = services
  const { communityTimeZone: timeZone } = config
  const getToday = () => getGateDay(new Date(), timeZone)

  app.post('/gate-scan', {
    config: { policy: allowAdmins(['gate', 'scan']), allowsGateDevice: true },
    schema: {
      summary: 'Judge the code or token of a pass',
      description: 'Writes nothing. What no pass has is `unknown`; too many of these answer 429.',
      body: ScanBody,
      response: { 200: ScanResult },
    },
    handler: ({ actor, body, ip }) => scanPass(services, actor as AdminActor, body, ip),
  })

  app.post('/gate-events', {
    config: { policy: allowAdmins(['gate', 'scan']), allowsGateDevice: true },
    schema: {
      summary: 'Record who came in, went out or was refused',
      description: 'Each is written once by its key, in a transaction of its own, and answered in order.',
      body: NewEntries,
      response: { 200: EntryResults },
    },
    handler: async ({ actor, body, ip, headers }) => {
      app.admission.entries(actor.sessionId, body.events.length)
      const gateSecret = headers['x-gate-device']?.toString()
      const sender = { actor: actor as AdminActor, address: ip, gateSecret }
      return { data: await recordEntries(services, sender, body.events) }
    },
  })

  app.get('/gate-passes', {
    config: { policy: allowAdmins(['gate', 'view']), allowsGateDevice: true },
    schema: {
      summary: 'List passes: expected today, inside now or left today',
      description: 'Without a list those of today and tomorrow, with everybody inside.',
      querystring: GatePassQuery,
      response: { 200: GatePasses },
    },
    handler: async ({ query }) => {
      const page = toPage(query)
      const listName = (query.list || undefined) as GateListName | undefined
      const isBarred = await loadBarredCheck(db, timeZone)
      const passPage = await listPasses(db, getToday(), { ...page, list: listName, search: query.search })
      return listAnswer(page, passPage, (row) => presentGatePass(row, isBarred))
    },
  })

  app.get('/gate-counts', {
    config: { policy: allowAdmins(['gate', 'view']), allowsGateDevice: true },
    schema: { summary: 'Numbers of the lists of the gate', response: { 200: GateCounts } },
    handler: async () => {
      const [counts, { officePhone }] = await Promise.all([countPasses(db, getToday()), findGateSettings(db)])
      return { ...counts, officePhone }
    },
  })

  app.get('/gate-list', {
    config: { policy: allowAdmins(['gate', 'view']), allowsGateDevice: true },
    schema: {
      summary: 'Passes that an enrolled device keeps: of today and tomorrow, and of everybody inside',
      querystring: createStrictQuery({ version: Type.String({ maxLength: 64, default: '' }) }),
      response: { 200: GateList },
    },
    handler: ({ actor, query }) => getGateList(services, actor as AdminActor, query.version),
  })
}

/**
 * Returns the list of passes that a gate device stores. Leaves out the passes if the device already has this
 * version. Throws 403 for a device that is not enrolled.
 */
async function getGateList(
  { db, config: { communityTimeZone: timeZone } }: PlatformContext,
  { gate }: AdminActor,
  knownVersion: string,
): Promise<Static<typeof GateList>> {
  if (!gate) throw new PortalError('notEnrolled')
  const [{ at, version, passes, barred }, { officePhone }] = await Promise.all([
    listPassesForDevices(db, timeZone),
    findGateSettings(db),
  ])
  const isUnchanged = version === knownVersion
  return {
    at,
    version,
    unchanged: isUnchanged,
    timeZone,
    gate: { id: gate.id, name: gate.name, direction: gate.direction },
    device: { id: gate.deviceId, name: gate.device },
    passes: isUnchanged ? [] : passes,
    barred,
    officePhone,
  }
}
