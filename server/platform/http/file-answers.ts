import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'

/** Returns the header `Content-Disposition`; old programs, which read ASCII only, get the name without its accents. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')
  // Some programs take a percent sign for an escape, and a backslash for a folder.
  return create(name.toWellFormed(), { type, fallback: ascii.replaceAll(/["\\%]/g, '_') })
}

/** Answer of a call that gives a PDF, for the document of the API. */
export const PdfAnswer = { 200: { content: { 'application/pdf': { schema: Type.Unsafe<Buffer>({}) } } } }

/** Sends a PDF that browsers show under its name, `.pdf` added. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition('inline', `${name}.pdf`))
    .send(pdf)
}
