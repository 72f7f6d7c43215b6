// The look of lists, forms and records. Imported by scripts and not by `@import`, so that each rule lies in one bundle:
// in two, which of them wins depends on the page that was opened first.
import '../forms/forms.css'
import './rows.css'
import './office.css'
