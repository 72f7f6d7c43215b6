import { PAYFILE } from '@tahanan/contract/billing/payfile.ts'
import { type CsvDownload, useCsvDownload } from '../../../../ui/list-pages/use-csv-download.ts'

/** Downloads the chosen payments as 'Payfile.csv' (rules 8.24). */
export const usePayfile = (): CsvDownload => useCsvDownload({ path: '/paymentIds', ...PAYFILE })
