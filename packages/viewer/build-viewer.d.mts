/** Builds the page into a folder, which is emptied first. */
export declare function buildViewer(folder: string): Promise<void>;
