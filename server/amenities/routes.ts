import { AREAS } from '@tahanan/contract/limits.ts'
import type { FileRef } from '@tahanan/contract/tickets/fields.ts'
import { Type } from 'typebox'
import { PortalError } from '../errors.ts'
import { ListQuery, listAnswer, toPage } from '../http/list-query.ts'
import type { Policy } from '../http/policy.ts'
import type { PortalApp } from '../http/portal-app.ts'
import { FileLink, IdParams, ListOf, Time } from '../http/schemas.ts'
import type { Services } from '../services.ts'
import { findAmenity, listAmenities } from './repository.ts'
import type { AmenityRow } from './repository.ts'

const tags = ['Amenities']
const Amenity = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  images: Type.Array(FileLink),
  status: Type.Integer(),
  created_at: Time,
  updated_at: Time,
})

/** Everybody who is logged in; administrators who keep the amenities, or who handle reservations of them. */
const READERS: Policy = {
  areas: AREAS,
  permission: [
    ['amenities', 'view'],
    ['reservations', 'view'],
    ['reservations', 'add'],
    ['reservations', 'edit'],
    ['reservations', 'approve'],
  ],
}

/** Amenities, to read and to choose from (specification 2 §7). */
export function amenityRoutes(app: PortalApp, { db, files }: Services): void {
  const present = (row: AmenityRow) => ({
    ...row,
    images: files.presentFiles(row.images as unknown as FileRef[]),
  })

  app.get('/amenities', {
    config: { policy: READERS },
    schema: {
      tags,
      summary: 'List amenities',
      querystring: Type.Omit(ListQuery, ['status']),
      response: { 200: ListOf(Amenity) },
    },
    handler: async ({ query }) => {
      const page = toPage(query)
      const { rows, total } = await listAmenities(db, page)
      return listAnswer(page, rows.map(present), total)
    },
  })

  app.get('/amenity/:id', {
    config: { policy: READERS },
    schema: { tags, summary: 'One amenity', params: IdParams, response: { 200: Amenity } },
    handler: async ({ params }) => {
      const row = await findAmenity(db, params.id)
      if (!row) throw new PortalError('notFound')
      return present(row)
    },
  })
}
