document.title = 'x'
export {}
