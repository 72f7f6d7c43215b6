import { Type } from 'typebox'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { createIdempotently } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransactionAndRead, type PlatformContext } from '#platform/platform-context.ts'
import { BankAccount } from '@tahanan/contract/billing/answers.ts'
import { bankAccountForm } from '@tahanan/contract/billing/bank-account.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { IdParams } from '@tahanan/contract/requests.ts'
import { saveBankAccount } from './changes.ts'
import { READ_POLICY } from './policy.ts'
import { findBankAccount, listBankAccounts } from './repository.ts'

/**
 * Changes need a confirmed session (password entered again, rules 1.18): with a false account number,
 * residents would send money to somebody else.
 */
const WRITE_CONFIG = { policy: { areas: ['super-admin'] }, confirmed: true } as const

/**
 * Registers the routes of bank accounts. Residents may read them; only the super-administrator may change
 * them (rules 19.1).
 */
export function bankAccountRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, files } = services
  const timeZone = services.config.communityTimeZone
  const presentAccount = <Row extends { images: readonly FileRef[] }>(row: Row) => ({
    ...row,
    images: files.presentFiles(row.images),
  })
  const requireAccount = async (tx: DbOrTx, id: number) =>
    presentAccount(requireFound(await findBankAccount(tx, id)))

  app.get('/bank-accounts', {
    config: { policy: READ_POLICY },
    schema: {
      summary: 'Bank accounts to pay into, in their order; for residents those that are shown',
      response: { 200: Type.Object({ data: Type.Array(BankAccount), total: Type.Integer() }) },
    },
    handler: async ({ actor }) => {
      const data = (await listBankAccounts(db, actor)).map(presentAccount)
      return { data, total: data.length }
    },
  })

  app.post('/bank-account', {
    config: { ...WRITE_CONFIG, repeatable: true, documentedBody: toFormSchema(bankAccountForm, 'create') },
    schema: { summary: 'Add a bank account', body: AnyBody, response: { 201: BankAccount } },
    handler: async (request, reply) => {
      const prepareAccount = () => {
        const parsedBody = parseFormBody(bankAccountForm, request.body, { action: 'create', timeZone })
        return (tx: Tx) => saveBankAccount(tx, request.actor, parsedBody)
      }
      return reply.code(201).send(await createIdempotently(services, request, prepareAccount, requireAccount))
    },
  })

  app.put('/bank-account/:id', {
    config: { ...WRITE_CONFIG, documentedBody: toFormSchema(bankAccountForm, 'update') },
    schema: {
      summary: 'Change a bank account',
      params: IdParams,
      body: AnyBody,
      response: { 200: BankAccount },
    },
    handler: ({ actor, body, params }) => {
      const parsedBody = parseFormBody(bankAccountForm, body, { action: 'update', timeZone })
      return runInTransactionAndRead(
        services,
        (tx) => saveBankAccount(tx, actor, parsedBody, params.id),
        requireAccount,
      )
    },
  })
}
