/**
 * Returns the SOA file (statements of account) of a month. `run` selects the month, so that every run has new
 * statements.
 */
export function formatSoaCsv(codes: readonly string[], run: number): string {
  const date = `28/${String((run % 12) + 1).padStart(2, '0')}/${2030 + Math.floor(run / 12)}`
  return ['urefno,invdate,attachment', ...codes.map((code) => `${code},${date},${code}.pdf`), ''].join('\r\n')
}

export function formatWebClientCsv(codes: readonly string[], run: number): string {
  return [
    'urefno,uoccname,uoccpers,uocctel1,uocctel2,ubtname,ubaddln1,ubaddln2,ubaddln3,ubaddln4,uothdep',
    ...codes.map((code, index) => {
      const phones = `0917${String(index).padStart(7, '0')},028555${index % 10_000}`
      const address = `UNIT ${code},88 SAMPAGUITA STREET,PASIG CITY,METRO MANILA 1605`
      const amount = `"${(1_000 + ((index * 37 + run * 101) % 90_000)).toLocaleString('en')}.50"`
      return `${code},OCCUPANT OF ${code},CONTACT ${code},${phones},"BUSINESS ${code}, INC.",${address},${amount}`
    }),
    '',
  ].join('\r\n')
}
