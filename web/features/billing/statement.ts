/** A statement of account, as the office imported it. */
export interface Statement {
  id: number
  tenantId: number
  title: string
  /** Pesos. */
  soaAmount: number
  soaDate: string | null
  /** The PDF in the folder `soa/pdf`; null where none came. */
  soaName: string | null
  /** Name of the PDF in the accounting files. */
  attachment: string | null
  /** A ready-signed link to it. */
  src?: string
  created_at: string
}

/** A tenant's balance by the latest statement (rules 3.15). */
export interface Billing {
  id: number
  clientCode: string
  uoccname: string
  unitNumber: string | null
  soaAmount: number
  soaDate: string | null
  soaName: string | null
  attachment: string | null
  src?: string
}

/** The key of a statement's PDF; undefined where there is none. */
export function pdfKey({ soaName }: Pick<Statement, 'soaName'>): string | undefined {
  return soaName === null || soaName === '' ? undefined : `soa/pdf/${soaName}`
}

/** Returns the name of the PDF on the reader's device. */
export function pdfName({ soaName, attachment }: Pick<Statement, 'soaName' | 'attachment'>): string {
  const name = attachment?.split(/[/\\]/).at(-1) || soaName || 'Statement of account'
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`
}

/** A statement without a title of its own is called by what it is. */
export function statementTitle({ title }: Pick<Statement, 'title'>): string {
  return title.trim() || 'Statement of account'
}
