/** The built program. All that is built lies in one folder, so this holds in whichever file the bundler puts it. */
export const programUrl: URL = new URL('./main.mjs', import.meta.url);

/** The report's page, without data. */
export const pageUrl: URL = new URL('./report-page.html', import.meta.url);

/** The page of `certify`, without data. */
export const certifyPageUrl: URL = new URL('./certify-page.html', import.meta.url);

/** What a config may hold; published beside the built folder, and in the sources as well. */
export const configSchemaUrl: URL = new URL('../schema/config.schema.json', import.meta.url);
