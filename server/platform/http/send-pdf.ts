import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'

/**
 * Returns the header `Content-Disposition`. It contains the file name twice: as it is, and in ASCII for old
 * programs.
 */
export function formatContentDisposition(type: 'inline' | 'attachment', name: string): string {
  const asciiName = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')
  // Percent signs and backslashes are replaced in the ASCII name, because some programs treat them as an
  // escape or as a folder separator.
  return create(name.toWellFormed(), { type, fallback: asciiName.replaceAll(/["\\%]/g, '_') })
}

export const PdfAnswer = { 200: { content: { 'application/pdf': { schema: Type.Unsafe<Buffer>({}) } } } }

export function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', formatContentDisposition('inline', `${name}.pdf`))
    .send(pdf)
}
