"use client";

import dynamic from "next/dynamic";

// Fetched when it is needed: the frame of all screens would come twice otherwise, for this file is loaded with each of them.
export default dynamic(async () => (await import("@/components/shell/no-such-screen")).NoSuchScreen, { ssr: false });
