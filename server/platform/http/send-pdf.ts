import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'

/** Returns the header `Content-Disposition`, with an ASCII fallback without accents for old programs. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')
  // Some programs treat a percent sign as an escape, and a backslash as a folder separator.
  return create(name.toWellFormed(), { type, fallback: ascii.replaceAll(/["\\%]/g, '_') })
}

export const PdfAnswer = { 200: { content: { 'application/pdf': { schema: Type.Unsafe<Buffer>({}) } } } }

export function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition('inline', `${name}.pdf`))
    .send(pdf)
}
