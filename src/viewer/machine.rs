//! Which graphics adapter this machine has, asked before an app is built: the engine's own set-up panics where there is none.

use bevy::tasks::block_on;

/// A graphics adapter that the window would use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adapter {
    /// Its name as the driver gives it.
    pub name: String,
    /// The interface it is reached by (`Vulkan`, `Metal`, ..).
    pub backend: String,
    /// Whether it computes on the processor: right, but slow.
    pub software: bool,
}

/// The adapter that the window or an offscreen picture would use.
///
/// # Errors
/// Why there is none, in a few words.
pub fn adapter() -> Result<Adapter, String> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.backends = wgpu::Backends::from_env().unwrap_or(wgpu::Backends::PRIMARY);
    let instance = wgpu::Instance::new(descriptor);
    let found = block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()));
    let info = found.map_err(|error| reason(&error))?.get_info();
    Ok(Adapter {
        name: info.name,
        backend: format!("{:?}", info.backend),
        software: info.device_type == wgpu::DeviceType::Cpu,
    })
}

/// The error in a few words: what the interface says at length is of no use to a reader.
fn reason(error: &wgpu::RequestAdapterError) -> String {
    match error {
        wgpu::RequestAdapterError::NotFound { .. } => "no driver offers one".to_owned(),
        other => other.to_string(),
    }
}

impl std::fmt::Display for Adapter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}", self.name, self.backend)?;
        f.write_str(if self.software { ", software)" } else { ")" })
    }
}
