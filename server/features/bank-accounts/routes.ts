import { Type } from 'typebox'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { createOnce } from '#platform/http/create-once.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { changeAndRead, type Services } from '#platform/services.ts'
import { BankAccount } from '@tahanan/contract/billing/answers.ts'
import { bankAccountForm } from '@tahanan/contract/billing/bank-account.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { IdParams } from '@tahanan/contract/requests.ts'
import { saveBankAccount } from './changes.ts'
import { READERS } from './policy.ts'
import { findBankAccount, listBankAccounts } from './repository.ts'

/**
 * Writing needs a confirmed session (rules 1.18), because a changed account number would divert residents'
 * money.
 */
const WRITING = { policy: { areas: ['super-admin'] }, confirmed: true } as const

/**
 * Registers the calls for bank accounts. Residents may read them, but only the super-administrator may edit
 * them (rules 19.1).
 */
export function bankAccountRoutes(app: PortalApp, services: Services): void {
  const { db, files } = services
  const timeZone = services.config.communityTimeZone
  const present = <Row extends { images: readonly FileRef[] }>(row: Row) => ({
    ...row,
    images: files.presentFiles(row.images),
  })
  const readOne = async (tx: DbOrTx, id: number) => present(requireFound(await findBankAccount(tx, id)))

  app.get('/bank-accounts', {
    config: { policy: READERS },
    schema: {
      summary: 'Bank accounts to pay into, in their order; for residents those that are shown',
      response: { 200: Type.Object({ data: Type.Array(BankAccount), total: Type.Integer() }) },
    },
    handler: async ({ actor }) => {
      const data = (await listBankAccounts(db, actor)).map(present)
      return { data, total: data.length }
    },
  })

  app.post('/bank-account', {
    config: { ...WRITING, repeatable: true, documentedBody: toFormSchema(bankAccountForm, 'create') },
    schema: { summary: 'Add a bank account', body: AnyBody, response: { 201: BankAccount } },
    handler: async (request, reply) => {
      const prepare = () => {
        const read = parseFormBody(bankAccountForm, request.body, { action: 'create', timeZone })
        return (tx: Tx) => saveBankAccount(tx, request.actor, read)
      }
      return reply.code(201).send(await createOnce(services, request, prepare, readOne))
    },
  })

  app.put('/bank-account/:id', {
    config: { ...WRITING, documentedBody: toFormSchema(bankAccountForm, 'update') },
    schema: {
      summary: 'Change a bank account',
      params: IdParams,
      body: AnyBody,
      response: { 200: BankAccount },
    },
    handler: ({ actor, body, params }) => {
      const read = parseFormBody(bankAccountForm, body, { action: 'update', timeZone })
      return changeAndRead(services, (tx) => saveBankAccount(tx, actor, read, params.id), readOne)
    },
  })
}
