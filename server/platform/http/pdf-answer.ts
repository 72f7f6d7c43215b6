import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { contentDisposition } from './content-disposition.ts'

/** Answer of a call that gives a PDF, for the document of the API. */
export const PdfAnswer = { 200: { content: { 'application/pdf': { schema: Type.Unsafe<Buffer>({}) } } } }

/** Sends a PDF that browsers show under its name, `.pdf` added. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', contentDisposition('inline', `${name}.pdf`))
    .send(pdf)
}
