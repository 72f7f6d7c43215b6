import { Type } from 'typebox'
import { requirePayment } from '#features/payments/present.ts'
import type { AdminActor, ResidentActor } from '#platform/actor.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { listAnswer, toPage } from '#platform/http/list-query.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { ListOf, oneOf } from '@tahanan/contract/answers.ts'
import { Payment, WithholdingCertificate } from '@tahanan/contract/billing/answers.ts'
import { CERTIFICATE_STATUSES, certificateForm } from '@tahanan/contract/billing/withholding.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { IdParams, ListQuery } from '@tahanan/contract/requests.ts'
import { markCertificateAs, sendCertificate } from './changes.ts'
import { listCertificates } from './repository.ts'

/** Registers the API routes for certificates, which are BIR forms 2307 (rules 19.6 to 19.8). */
export function withholdingRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, files, config } = services
  const timeZone = config.communityTimeZone

  app.get('/withholding-certificates', {
    config: { policy: allowAdmins(['payments', 'view']) },
    schema: {
      summary: 'Certificates of tax withheld of posted payments, the longest posted first',
      querystring: Type.Object({
        ...Type.Pick(ListQuery, ['page', 'limit', 'searchTerm']).properties,
        status: Type.Enum(['', ...CERTIFICATE_STATUSES], {
          default: '',
          description: 'claimed: still missing; empty shows all.',
        }),
      }),
      response: { 200: ListOf(WithholdingCertificate) },
    },
    handler: async ({ query: { status, ...query } }) => {
      const page = toPage(query)
      return listAnswer(page, await listCertificates(db, page, { status, timeZone }), (row) => ({
        ...row,
        certificate: files.presentFiles(row.certificate),
      }))
    },
  })

  app.post('/payment/:id/certificate', {
    config: { policy: { areas: ['client'] }, documentedBody: toFormSchema(certificateForm, 'create') },
    schema: {
      summary: 'Send the certificate of the tax withheld of an own payment, also after it was posted',
      params: IdParams,
      body: AnyBody,
      response: { 201: Payment },
    },
    handler: async ({ actor, params: { id }, body }, reply) => {
      const { values } = parseFormBody(certificateForm, body, {
        action: 'create',
        writer: 'resident',
        timeZone,
      })
      const certificate = values.certificate as FileRef[]
      await runInTransaction(services, (tx) => sendCertificate(tx, actor as ResidentActor, id, certificate))
      return reply.code(201).send(await requirePayment(services, actor, id))
    },
  })

  app.put('/withholding-certificate/:id', {
    config: { policy: allowAdmins(['payments', 'verify']) },
    schema: {
      summary: "Mark the certificate of a payment as received, or as claimed again; by the payment's id",
      params: IdParams,
      body: Type.Object({ status: oneOf(CERTIFICATE_STATUSES) }),
      response: { 200: Payment },
    },
    handler: async ({ actor, params: { id }, body }) => {
      await runInTransaction(services, (tx) => markCertificateAs(tx, actor as AdminActor, id, body.status))
      return requirePayment(services, actor, id)
    },
  })
}
